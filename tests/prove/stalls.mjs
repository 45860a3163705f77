// Preloaded: blocks the event loop for 40 ms every 200, as a busy machine does. It asks no clock, which a test may have stopped.
const lock = new Int32Array(new SharedArrayBuffer(4))
setInterval(() => Atomics.wait(lock, 0, 0, 40), 200).unref()
