// Preloaded: blocks the event loop for 40 ms every 200, as a busy machine does.
setInterval(() => {
  const until = performance.now() + 40
  while (performance.now() < until);
}, 200).unref()
