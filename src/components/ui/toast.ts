type ToastAction = { label: string; onClick: () => void }

export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  description?: string
  detail?: string
  action?: ToastAction
  /** When and on which path it was shown. */
  at: number
  page: string
}
type Origin = Pick<Toast, 'at' | 'page'>
type Receiver = { show: (toast: Toast) => void; forgetErrors: (isOld: (origin: Origin) => boolean) => void }

let receiver: Receiver | undefined
let onFirstToast: (() => void) | undefined
let waiting: Toast[] = []
const listeners = new Set<() => void>()

function send(toast: Omit<Toast, keyof Origin>) {
  for (const listener of listeners) listener()
  const sent = { ...toast, at: Date.now(), page: window.location.pathname }
  if (receiver) return receiver.show(sent)
  waiting.push(sent)
  onFirstToast?.()
}

export function toastSuccess(title: string, description?: string, action?: ToastAction) {
  send({ kind: 'success', title, description, action })
}

/** Shown until dismissed, superseded, or its page is left. */
export function toastError(title: string, description?: string, detail?: string) {
  send({ kind: 'error', title, description, detail })
}

export function toastInfo(title: string, description?: string) {
  send({ kind: 'info', title, description })
}

/** Dismisses errors shown before `time`: a later attempt succeeded. */
export function forgetErrors(time: number) {
  forgetErrorsWhere(({ at }) => at < time)
}

/** In ms: an error shown this shortly before leaving a page caused the navigation ('Access denied'). */
const reason = 1_000

/** Dismisses errors shown on other pages, except the one that led here. */
export function forgetErrorsOutside(page: string) {
  const before = Date.now() - reason
  forgetErrorsWhere((origin) => origin.page !== page && origin.at < before)
}

function forgetErrorsWhere(isOld: (origin: Origin) => boolean) {
  receiver?.forgetErrors(isOld)
  waiting = waiting.filter((toast) => toast.kind !== 'error' || !isOld(toast))
}

/** Starts with the waiting toasts. Returns the unsubscribe function. */
export function receiveToasts(next: Receiver): () => void {
  receiver = next
  for (const toast of waiting.splice(0)) next.show(toast)
  return () => {
    receiver = undefined
  }
}

/** Called for a toast without a receiver. Returns the unsubscribe function. */
export function onToastWaiting(callback: () => void): () => void {
  onFirstToast = callback
  if (waiting.length > 0) callback()
  return () => {
    onFirstToast = undefined
  }
}

/** Called before every toast. Returns the unsubscribe function. */
export function onToast(callback: () => void): () => void {
  listeners.add(callback)
  return () => void listeners.delete(callback)
}
