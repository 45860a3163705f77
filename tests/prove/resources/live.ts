import { setTimeout as wait } from 'node:timers/promises'
import ws from 'ws'
import type { Scene } from './scene.ts'

/** A raw socket of the live channel, open or refused. */
function open({ attacker: { url, apikey } }: Scene): Promise<ws> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`
  return new Promise((resolve) => {
    const socket = new ws(address)
    socket.on('error', () => resolve(socket))
    socket.on('open', () => resolve(socket))
  })
}

/** Changes rows that the attacker may read, so that every channel has something to send. */
async function changeRows({ world, attackerId }: Scene): Promise<void> {
  for (let at = 0; at < 40; at++) {
    await world.sql('update profiles set phone = $2 where id = $1', [attackerId, `+1 555 ${1000 + at}`])
    await wait(25)
  }
}

export type Flood = [name: string, run: (scene: Scene) => Promise<void>]

/** On each of `sockets` so many messages, a pause after every `burst` of them. */
const flood = (
  name: string,
  sockets: number,
  messages: number,
  message: (at: number, token?: string) => unknown,
  burst = Number.POSITIVE_INFINITY,
): Flood => [
  name,
  async (scene) => {
    const opened = await Promise.all(Array.from({ length: sockets }, () => open(scene)))
    const use = async (socket: ws) => {
      for (let at = 0; at < messages && socket.readyState === ws.OPEN; at++) {
        socket.send(JSON.stringify(message(at, scene.attacker.token)))
        if (at % burst === burst - 1) await wait(1)
      }
    }
    await Promise.all([...opened.map(use), changeRows(scene)]).finally(() => {
      for (const socket of opened) socket.terminate()
    })
  },
]

const join = (at: number, access_token?: string) => {
  const postgres_changes = [{ event: '*', schema: 'public', table: '*' }]
  return ['1', '1', `realtime:${at}`, 'phx_join', { access_token, config: { postgres_changes } }]
}

/** What a member does to the live channel. */
export const floods: Flood[] = [
  flood('thousands of channels on one socket', 1, 3000, join),
  flood('sixty channels on each of 300 sockets', 300, 60, join),
  flood('large messages', 10, 5, () => ['1', '1', 'realtime:x', 'broadcast', { text: 'x'.repeat(5e6) }]),
  flood('messages without a pause', 20, 3000, (at) => ['1', String(at), 'phoenix', 'heartbeat', {}], 100),
]
