/**
 * What the modules of the app read of a browser when they are loaded, for tests without a document. A test that needs more is
 * a `.test.tsx`, which has a document.
 */
const address = new URL('http://localhost:3000/')
const browser = {
  location: address,
  window: Object.assign(new EventTarget(), { location: address }),
  navigator: { onLine: true },
}
for (const [name, value] of Object.entries(browser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
