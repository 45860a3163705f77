import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'

const temporaryName = (file: string) => `${file}.${randomUUID()}.tmp`

/** Writes a file atomically. */
export function writeFileAtomically(file: string, content: string): void {
  const temporary = temporaryName(file)
  writeFileSync(temporary, content)
  renameSync(temporary, file)
}

/** What a file keeps between two starts; empty if it is missing or damaged, as old rows are not worth a failing start. */
export function readList<T>(file: string): T[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}

type Content = string | Uint8Array | AsyncIterable<Uint8Array>

/** Replaces several files by way of temporary ones, all of which are written before the first is replaced. */
export async function writeFilesAtomically(files: [file: string, content: Content][]): Promise<void> {
  const temporary = files.map(([file]) => temporaryName(file))
  try {
    await Promise.all(files.map(([, content], at) => writeFile(temporary[at] ?? '', content)))
    for (const [at, [file]] of files.entries()) await rename(temporary[at] ?? '', file)
  } finally {
    await Promise.all(temporary.map((name) => rm(name, { force: true })))
  }
}
