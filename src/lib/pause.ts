const { scheduler } = window as Window & { scheduler?: { yield?: () => Promise<void> } }

/** Lets the browser paint and handle input; the fallback, a timer, waits four milliseconds. */
export const pause = () => scheduler?.yield?.() ?? new Promise<void>((resolve) => setTimeout(resolve))
