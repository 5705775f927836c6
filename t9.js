const d = document.createElement('div'); d.style.color = 'red'; console.log(d.getAttribute('style')); d.classList.add('a'); document.title = 'x'; console.log('after');
