import { setTimeout as wait } from 'node:timers/promises'
import ws from 'ws'
import type { Scene } from './scene.ts'

/** A raw socket of the live channel, open or refused. */
function open({ address }: Scene): Promise<ws> {
  const url = `${address.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${address.publishable_key}&vsn=2.0.0`
  return new Promise((resolve) => {
    const socket = new ws(url)
    socket.on('error', () => resolve(socket))
    socket.on('open', () => resolve(socket))
  })
}

function join({ tokens }: Scene, socket: ws, topic: string): void {
  const postgres_changes = [{ event: '*', schema: 'public', table: '*' }]
  const payload = { access_token: tokens.attacker, config: { postgres_changes } }
  if (socket.readyState === ws.OPEN) socket.send(JSON.stringify(['1', '1', topic, 'phx_join', payload]))
}

/** Changes rows that the attacker may read, so that each of the channels has something to be told. */
async function changeRows({ world, attacker }: Scene): Promise<void> {
  for (let at = 0; at < 40; at++) {
    await world.sql('update profiles set phone = $2 where id = $1', [attacker.id, `+1 555 ${1000 + at}`])
    await wait(25)
  }
}

async function flood(scene: Scene, count: number, use: (socket: ws) => Promise<void>): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(scene)))
  try {
    await Promise.all([...sockets.map(use), changeRows(scene)])
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

export type Flood = { name: string; run: (scene: Scene) => Promise<void> }

/** What a member does to the live channel. */
export const floods: Flood[] = [
  {
    name: 'thousands of channels on one socket',
    run: (scene) =>
      flood(scene, 1, async (socket) => {
        for (let at = 0; at < 3000; at++) join(scene, socket, `realtime:${at}`)
      }),
  },
  {
    name: 'sixty channels on each of 300 sockets',
    run: (scene) =>
      flood(scene, 300, async (socket) => {
        for (let at = 0; at < 60; at++) join(scene, socket, `realtime:${at}`)
      }),
  },
  {
    name: 'large messages',
    run: (scene) =>
      flood(scene, 10, async (socket) => {
        const message = JSON.stringify(['1', '1', 'realtime:x', 'broadcast', { text: 'x'.repeat(5e6) }])
        for (let at = 0; at < 5; at++) if (socket.readyState === ws.OPEN) socket.send(message)
      }),
  },
  {
    name: 'messages without a pause',
    run: (scene) =>
      flood(scene, 20, async (socket) => {
        for (let at = 0; at < 3000 && socket.readyState === ws.OPEN; at++) {
          socket.send(JSON.stringify(['1', String(at), 'phoenix', 'heartbeat', {}]))
          if (at % 100 === 0) await wait(1)
        }
      }),
  },
]
