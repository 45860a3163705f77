import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type DataPart, type DataRow, dataParts, type MyData } from '@/entities/privacy/parts'
import { privacyKeys } from '@/entities/privacy/privacy'
import { read } from '@/entities/shared/read'
import { brand } from '@/lib/brand'
import { errorMessage } from '@/lib/errors'
import { saveFile } from '@/lib/save-file'
import { supabase } from '@/lib/supabase'

const pageRows = 1000

type Progress = { part: DataPart; rows: number }
type ArchiveInfo = { at: Date; size: number }

async function readPart(part: DataPart, signal: AbortSignal, onRows: (rows: number) => void) {
  const rows: DataRow[] = []
  for (;;) {
    const data = await read(supabase.rpc('my_data', { p_part: part, p_after: rows.length }), signal)
    const page = data as DataRow[]
    rows.push(...page)
    onRows(rows.length)
    if (page.length < pageRows) return rows
  }
}

async function readAll(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<MyData> {
  const all: Partial<MyData> = {}
  for (const part of Object.keys(dataParts) as DataPart[]) {
    onProgress({ part, rows: 0 })
    all[part] = await readPart(part, signal, (rows) => onProgress({ part, rows }))
  }
  return all as MyData
}

/** Leaving the page cancels it (D49). */
export function useDataDownload() {
  const [progress, setProgress] = useState<Progress>()
  const [archiveInfo, setArchiveInfo] = useState<ArchiveInfo>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const control = new AbortController()
      running.current = control
      try {
        const data = await readAll(control.signal, setProgress)
        const at = new Date()
        const { buildArchive } = await import('@/entities/privacy/archive')
        const archive = await buildArchive(data, at, control.signal)
        saveFile(`${brand.name.toLowerCase()}-data-${at.toLocaleDateString('sv')}.zip`, archive)
        setArchiveInfo({ at, size: archive.size })
      } catch (error) {
        if (!control.signal.aborted) throw error
      }
    },
    meta: {
      failed: (error) => ({
        title: 'Download failed',
        description: errorMessage(error, 'Your data could not be read. Please try again.'),
      }),
      // Reads only.
      refreshes: privacyKeys.all,
    },
  })
  return {
    start: () => mutate(),
    cancel: () => running.current?.abort(),
    isPending,
    progress: isPending ? progress : undefined,
    archiveInfo,
  }
}
