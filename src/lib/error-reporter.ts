/** An unexpected error: caught while rendering, uncaught, an unhandled rejection, or thrown by a query or a mutation. */
export type ErrorReport = {
  error: unknown
  source: 'render' | 'error' | 'rejection' | 'request'
  /** The components around a drawing error, innermost first. */
  componentStack?: string
}

type Reporter = (report: ErrorReport) => void

/** Without a reporter nothing is sent: the console of the browser has every error anyway. */
let reporter: Reporter = () => undefined

/**
 * The one place for an error service: call it in src/main.tsx, before `watchErrors`, with a function that sends a report to
 * the service. The address of the service must be added to `connect-src` in public/_headers.
 */
export function setErrorReporter(next: Reporter): void {
  reporter = next
}

/** Hands an error to the reporter, which may fail without breaking anything. */
export function reportError(report: ErrorReport): void {
  try {
    reporter(report)
  } catch (failure) {
    console.error('The error reporter failed.', failure)
  }
}

/** Reports what no code catches, until the returned function is called. */
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
