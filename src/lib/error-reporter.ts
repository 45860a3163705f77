export type ErrorReport = {
  error: unknown
  source: 'render' | 'error' | 'rejection' | 'request'
  componentStack?: string
}

type Reporter = (report: ErrorReport) => void

/** Sends nothing by default: the browser's console has every error anyway. */
let reporter: Reporter = () => undefined

/** Call it in src/main.tsx before `watchErrors`, and add the service's origin to `connect-src` in public/_headers. */
export function setErrorReporter(next: Reporter): void {
  reporter = next
}

export function reportError(report: ErrorReport): void {
  try {
    reporter(report)
  } catch (failure) {
    console.error('The error reporter failed.', failure)
  }
}

/** Reports uncaught errors until the returned function is called. */
export function watchErrors(): () => void {
  const onError = ({ error, message }: ErrorEvent) =>
    reportError({ error: error ?? message, source: 'error' })
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    reportError({ error: reason, source: 'rejection' })
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}
