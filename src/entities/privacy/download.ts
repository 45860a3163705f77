import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { privacyKeys } from '@/entities/privacy/privacy'
import { brand } from '@/lib/brand'
import { errorMessage } from '@/lib/errors'
import { saveFile } from '@/lib/save-file'
import { supabase } from '@/lib/supabase'

/** By the names of `my_data()`; the labels are shown during the download. */
export const dataParts = {
  profile: 'Profile',
  login: 'Login',
  sign_ins: 'Sign-ins',
  second_factors: 'Second factors',
  orders: 'Orders',
  deliveries: 'What was delivered',
  reports: 'Reports',
  token_entries: 'Transactions',
  payments: 'Payments',
  codes: 'Codes',
  invitations: 'Invitations',
  invited_with: 'The invitation that you came with',
  referrals: 'Who invited whom',
  notices: 'Notifications',
  notice_choices: 'Notification settings',
  emails: 'Emails',
  favourites: 'Favourites',
  awaited: 'Awaited benefits',
  attempts: 'Attempts',
  deletion: 'Deletion',
  changes: 'Changes of the profile',
  operations: 'Changes to many members at once',
  activity: 'Activity',
  views: 'Views',
} as const

export type DataPart = keyof typeof dataParts
export type DataRow = Record<string, unknown>
export type MyData = Record<DataPart, DataRow[]>

const pageRows = 1000

type Progress = { part: DataPart; rows: number }
type ArchiveInfo = { at: Date; size: number }

async function readPart(part: DataPart, signal: AbortSignal, onRows: (rows: number) => void) {
  const rows: DataRow[] = []
  for (;;) {
    const { data } = await supabase
      .rpc('my_data', { p_part: part, p_after: rows.length })
      .abortSignal(signal)
      .throwOnError()
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
