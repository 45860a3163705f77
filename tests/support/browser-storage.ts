// Since Node 25, the runtime has its own `localStorage` and `sessionStorage`, without a file to store them in, and
// Vitest does not replace existing globals. Tests use those of jsdom.
declare const jsdom: { window: Window }

for (const name of ['localStorage', 'sessionStorage'] as const) {
  Object.defineProperty(globalThis, name, { value: jsdom.window[name], configurable: true, writable: true })
}
