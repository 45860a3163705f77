import { randomUUID } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Modes of files and folders that only their owner can read; Windows ignores them. */
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

const UNFINISHED = '.tmp'
const unfinished = (file: string) => `${file}.${randomUUID()}${UNFINISHED}`

/** Writes a file atomically. */
export function writeFileAtomically(file: string, content: string): void {
  throughTemporary(file, content, renameSync)
}

/** What a file keeps between two starts; empty if it is missing or damaged, as old rows are not worth a failing start. */
export function readList<T>(file: string): T[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
}

/** Writes a file atomically, and fails with EEXIST when there is one already. */
export function createFile(file: string, content: string): void {
  throughTemporary(file, content, (temporary) => linkSync(temporary, file))
}

function throughTemporary(file: string, content: string, commit: (from: string, to: string) => void): void {
  const temporary = unfinished(file)
  try {
    writeFileSync(temporary, content, { mode: FILE_MODE })
    commit(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

type Content = string | Uint8Array | AsyncIterable<Uint8Array>

/** Replaces several files by way of temporary ones, all of which are written before the first is replaced. */
export async function writeFilesAtomically(files: [file: string, content: Content][]): Promise<void> {
  const temporary = files.map(([file]) => unfinished(file))
  try {
    await Promise.all(
      files.map(([, content], at) => writeFile(temporary[at] ?? '', content, { mode: FILE_MODE })),
    )
    for (const [at, [file]] of files.entries()) await rename(temporary[at] ?? '', file)
  } finally {
    await Promise.all(temporary.map((name) => rm(name, { force: true })))
  }
}

/** Removes the temporary files of a process that was killed while it wrote. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true })
  }
}
