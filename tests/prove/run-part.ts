import { startBackend } from '../../supabase/local/backend.ts'
import { hostedFixture, localFixture } from './fixture.ts'
import { onlyLoopback } from './loopback.ts'
import type { Extent, Options } from './options.ts'
import type { Part } from './parts.ts'
import { emptyTally, type Tally } from './tally.ts'

/** The selected parts. Throws Refusal for races, load or kills against another machine. */
export function chosen(parts: Part[], { only, project }: Options): Part[] {
  const named = parts.filter(({ name }) => !only || only.includes(name))
  if (project && only && named.some(({ hosted }) => !hosted)) onlyLoopback(project.url)
  return named
}

/** Runs one part, against the owner's project if there is one and the part may go there. */
export async function runPart(part: Part, { project, only, ...seeds }: Options): Promise<Tally> {
  const extent = { ...seeds, all: only !== undefined }
  if (!project) return onThisMachine(part, extent)
  if (!part.hosted) {
    // Selected by name, it runs on its own embedded backend.
    return only
      ? onThisMachine(part, extent)
      : { ...emptyTally(['', '']), skipped: ['not against an owner’s project'] }
  }
  const fixture = await hostedFixture(project)
  const stays: string[] = []
  const tally = await part.prove(fixture).finally(async () => {
    stays.push(...(await fixture.close()))
  })
  return { ...tally, stays }
}

/** On a new embedded backend, so that no part depends on another. */
async function onThisMachine(part: Part, extent: Extent): Promise<Tally> {
  if (!part.hosted && part.alone) return part.prove(extent)
  const { stop, ...address } = await startBackend({ ephemeral: true, empty: true, sendEmails: false })
  try {
    onlyLoopback(address.url)
    if (!part.hosted) return await part.prove(address, extent)
    const fixture = await localFixture(address)
    return await part.prove(fixture).finally(fixture.close)
  } finally {
    await stop()
  }
}
