import type { TestProject } from 'vitest/node'
import { startBackend } from '../../../supabase/local/backend.ts'
import type { Address } from './world'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: Address
  }
}

/** One empty backend for all the files of tests/db; they keep apart by making their own people and rows. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...address } = await startBackend({ ephemeral: true, empty: true })
  project.provide('backend', address)
  return stop
}
