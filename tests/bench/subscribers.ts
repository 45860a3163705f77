// The subscribers of the live benchmark: a process of its own, so that their work is not counted as the channel's.
import { WebSocket } from 'ws'

export type Binding = { event: string; schema: string; table: string; filter?: string }
export type Task = { connect: { address: string; token: string; bindings: Binding[] }[] } | { expect: number }
/** `at`: of the clock that all processes of this machine share. */
export type Report = { event: 'connected' | 'received'; at: number }

let missing = Number.POSITIVE_INFINITY

function tell(event: Report['event']) {
  process.send?.({ event, at: Number(process.hrtime.bigint()) / 1e6 } satisfies Report)
}

/** Resolves once the channel is joined; counts its events from then on. */
function subscribe(address: string, token: string, bindings: Binding[]): Promise<void> {
  const socket = new WebSocket(address)
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => {
      const join = { config: { postgres_changes: bindings }, access_token: token }
      socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', join]))
    })
    socket.on('message', (data) => {
      const [, , , event, payload] = JSON.parse(String(data))
      if (event === 'phx_reply' && payload.status !== 'ok') reject(new Error(JSON.stringify(payload)))
      if (event === 'phx_reply') resolve()
      if (event !== 'postgres_changes') return
      missing--
      if (missing === 0) tell('received')
    })
  })
}

process.on('message', async (task: Task) => {
  if ('expect' in task) {
    missing = task.expect
    return
  }
  for (const { address, token, bindings } of task.connect) await subscribe(address, token, bindings)
  tell('connected')
})
