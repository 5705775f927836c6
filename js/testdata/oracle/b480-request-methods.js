for (const method of ['TRACE', 'connect', 'B@D', '', 'get', 'FOO']) {
  const request = new XMLHttpRequest();
  request.onreadystatechange = () => console.log('state', request.readyState);
  try {
    request.open(method, '/a');
    console.log(method, 'opened');
  } catch (error) {
    console.log(method, error.name, error.message, request.readyState);
  }
}
