export type Notice = {
  kind: 'success' | 'error' | 'info'
  title: string
  description?: string
  /** A sentence below the specified one. */
  detail?: string
  /** When it was told, and on which page: the path of its address. */
  at: number
  page: string
}
type Told = Pick<Notice, 'at' | 'page'>
type Receiver = { show: (notice: Notice) => void; forgetErrors: (isOld: (told: Told) => boolean) => void }

let receiver: Receiver | undefined
let wake: (() => void) | undefined
let waiting: Notice[] = []

function send(notice: Omit<Notice, keyof Told>) {
  const sent = { ...notice, at: Date.now(), page: window.location.pathname }
  if (receiver) return receiver.show(sent)
  waiting.push(sent)
  wake?.()
}

/** Says that something worked. */
export function toastSuccess(title: string, description?: string) {
  send({ kind: 'success', title, description })
}

/** Says that something failed, and with `detail` why; stays until it is dismissed, is old news, or its page is left. */
export function toastError(title: string, description?: string, detail?: string) {
  send({ kind: 'error', title, description, detail })
}

/** Says something worth knowing. */
export function toastInfo(title: string, description?: string) {
  send({ kind: 'info', title, description })
}

/** Takes away the failures that were told before `time`: what was tried since then worked. */
export function forgetErrors(time: number) {
  forget(({ at }) => at < time)
}

/** A failure told so shortly before a page is left is why it is left: 'Access denied', 'Authentication Error'. */
const reason = 1_000

/** Takes away the failures that were told on other pages than `page`, except the one that led here. */
export function forgetErrorsOutside(page: string) {
  const before = Date.now() - reason
  forget((told) => told.page !== page && told.at < before)
}

function forget(isOld: (told: Told) => boolean) {
  receiver?.forgetErrors(isOld)
  waiting = waiting.filter((notice) => notice.kind !== 'error' || !isOld(notice))
}

/** Takes over the notices, first those that came before; returns the way to stop. */
export function receiveToasts(next: Receiver): () => void {
  receiver = next
  for (const notice of waiting.splice(0)) next.show(notice)
  return () => {
    receiver = undefined
  }
}

/** Calls back when a notice waits and nobody shows it yet; at once if one does. Returns the way to stop. */
export function onToastWaiting(callback: () => void): () => void {
  wake = callback
  if (waiting.length > 0) callback()
  return () => {
    wake = undefined
  }
}
