const box = document.createElement('div');
document.body.append(box);
box.style.color = 'red';
console.log(box.style.color);
box.setAttribute('style', 'width: 5px');
console.log(box.getAttribute('style'));
box.textContent = 'text';
box.remove();
console.log(box.isConnected);
