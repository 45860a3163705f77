import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Host, startHost } from './crashes/host.ts'
import { judge } from './senders/judge.ts'
import { send } from './senders/prove.ts'

let host: Host
let proof: Awaited<ReturnType<typeof send>>
beforeAll(async () => {
  host = await startHost()
  proof = await send(host, { rounds: ['senders', 'process', 'postgres'], groups: 8 })
}, 240_000)
afterAll(() => host.close())

it('loses no email, and repeats none that was marked, when senders and the database are killed (D37)', () => {
  expect(proof.tally.failures).toEqual([])
  expect(proof.tally.words[0]).toMatch(/^kills 8, repeated \d+, emails$/)
  expect(proof.tally.tried).toBeGreaterThan(0)
})

it('detects an email that is lost, repeated, of nothing, or of a transaction that was rolled back', () => {
  const { evidence, outbox } = proof
  const sent = outbox.find(({ outcome }) => outcome === 'sent')?.id ?? ''
  const others = evidence.received.filter(({ id }) => id !== sent)
  const said = (received: typeof others, more: Partial<typeof evidence> = {}) =>
    judge({ ...evidence, received: [...others, ...received], ...more }, outbox, true).map((wrong) =>
      wrong.replace(/^email \S+( \(\w+\))? /, ''),
    )
  expect(said([])).toEqual(['was marked and not sent'])
  expect(said([1, 1].map((generation) => ({ id: sent, generation })))).toContain(
    'was sent twice without a kill between',
  )
  expect(said([{ id: sent, generation: 99 }])).toContain('was sent again after it had been marked')
  const foreign = { id: 'foreign', generation: 1 }
  const once = { id: sent, generation: 0 }
  expect(said([once, foreign])).toEqual(['was sent, and nothing has queued it'])
  expect(said([once, foreign], { undone: new Set(['foreign']) })).toEqual([
    'was sent for a transaction that was rolled back',
  ])
  const waiting = outbox.map((row) => (row.id === sent ? { ...row, outcome: null } : row))
  expect(judge({ ...evidence, received: others }, waiting, true)).toEqual([
    expect.stringMatching(/was never sent$/),
  ])
})
