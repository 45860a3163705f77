// Since Node 25 the runtime has `localStorage` and `sessionStorage` of its own, without a file to keep anything in, and
// Vitest does not replace what is there already. Tests use those of their page.
declare const jsdom: { window: Window }

for (const name of ['localStorage', 'sessionStorage'] as const) {
  Object.defineProperty(globalThis, name, { value: jsdom.window[name], configurable: true, writable: true })
}
