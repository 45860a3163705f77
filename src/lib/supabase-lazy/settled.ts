const pause = 5_000
let settled: Promise<void> | undefined

/** Resolves five seconds after the page has loaded: what it shows first has been fetched and painted by then. */
export function whenSettled(): Promise<void> {
  settled ??= new Promise((resolve) => {
    const wait = () => void setTimeout(resolve, pause)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
  })
  return settled
}
