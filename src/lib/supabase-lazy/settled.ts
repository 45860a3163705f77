const pause = 5_000
let settled: Promise<void> | undefined

/** Resolves five seconds after the load event, when the first data has been fetched and painted. */
export function whenSettled(): Promise<void> {
  settled ??= new Promise((resolve) => {
    const wait = () => void setTimeout(resolve, pause)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
  })
  return settled
}
