export type Notice = { kind: 'success' | 'error' | 'info'; title: string; description?: string }

let show: ((notice: Notice) => void) | undefined
let wake: (() => void) | undefined
const waiting: Notice[] = []

function send(notice: Notice) {
  if (show) return show(notice)
  waiting.push(notice)
  wake?.()
}

/** Says that something worked. */
export function toastSuccess(title: string, description?: string) {
  send({ kind: 'success', title, description })
}

/** Says that something failed; stays until it is dismissed. */
export function toastError(title: string, description?: string) {
  send({ kind: 'error', title, description })
}

/** Says something worth knowing. */
export function toastInfo(title: string, description?: string) {
  send({ kind: 'info', title, description })
}

/** Takes over the notices, first those that came before; returns the way to stop. */
export function receiveToasts(handler: (notice: Notice) => void): () => void {
  show = handler
  for (const notice of waiting.splice(0)) handler(notice)
  return () => {
    show = undefined
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
