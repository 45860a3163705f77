const pause = 5_000
let loaded: Promise<void> | undefined

/** Resolves five seconds after the load event, when the first data has been fetched and painted. */
export function afterInitialLoad(): Promise<void> {
  loaded ??= new Promise((resolve) => {
    const wait = () => void setTimeout(resolve, pause)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
  })
  return loaded
}
