import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { read, readOne, send } from '@/entities/shared/read'
import { type ErrorMessages, errorMessage, explainError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/lib/tables'

export type Announcement = Pick<
  Tables<'announcements'>,
  | 'id'
  | 'title'
  | 'audience'
  | 'send_at'
  | 'sent_at'
  | 'called_back_at'
  | 'written_to'
  | 'by_email'
  | 'in_app'
>

export const audiences = ['members', 'ending', 'benefit', 'admins'] as const
export type Audience = (typeof audiences)[number]
export const audienceLabels: Record<Audience, string> = {
  members: 'All members',
  ending: 'Ending in 30 days',
  benefit: 'Ordered a benefit',
  admins: 'Admins',
}

export const announcementSchema = z
  .object({
    title: z
      .string()
      .check(z.trim(), z.minLength(1, 'Enter a title.'), z.maxLength(120, 'At most 120 characters.')),
    body: z.string().check(
      z.refine((text) => text.trim() !== '', 'Enter a text.'),
      z.maxLength(5000, 'At most 5,000 characters.'),
      z.refine(
        (text) => !/\]\((?!https?:\/\/[^/]|\/(?![/\\]))/.test(text),
        'A link leads to an http(s) address or to a path that starts with /.',
      ),
    ),
    audience: z.enum(audiences),
    benefit: z.string(),
    byEmail: z.boolean(),
    inApp: z.boolean(),
  })
  .check(
    z.refine(({ audience, benefit }) => audience !== 'benefit' || benefit !== '', {
      path: ['benefit'],
      error: 'Choose a benefit.',
    }),
    z.refine(({ byEmail, inApp }) => byEmail || inApp, { path: ['inApp'], error: 'Choose at least one.' }),
  )
export type AnnouncementInput = z.infer<typeof announcementSchema>

export const emptyAnnouncement: AnnouncementInput = {
  ...{ title: '', body: 'Hello {name},\n\n', audience: 'members', benefit: '' },
  ...{ byEmail: true, inApp: true },
}

/** The audience and the channels. */
type Target = Pick<AnnouncementInput, 'audience' | 'benefit' | 'byEmail' | 'inApp'>

const callOf = ({ audience, benefit, byEmail, inApp }: Target) => ({
  p_audience: audience,
  // The generated types of functions lack null.
  p_benefit_id: (audience === 'benefit' ? benefit : null) as string,
  p_by_email: byEmail,
  p_in_app: inApp,
})

const keys = { all: ['announcements'] }

type Waiting = { send_at: string; sent_at: string | null; called_back_at: string | null }

/** In a minute, as the list says. */
export const isAboutToBeSent = ({ send_at, sent_at, called_back_at }: Waiting, now = Date.now()) =>
  !sent_at && !called_back_at && Date.parse(send_at) - now < 60_000

/** The newest hundred, with their figures. */
export function useAnnouncements() {
  return useQuery({
    queryKey: [...keys.all, 'list'],
    queryFn: async ({ signal }) => {
      const data = await read(
        supabase
          .from('announcements')
          .select('id, title, audience, send_at, sent_at, called_back_at, written_to, by_email, in_app')
          .neq('audience', 'test')
          .order('created_at', { ascending: false })
          .order('id')
          .limit(100),
        signal,
      )
      const p_ids = data.map(({ id }) => id)
      const stats = await read(supabase.rpc('announcement_figures', { p_ids }), signal)
      const byId = new Map(stats.map((row) => [row.id, row]))
      return data.map((row) => ({ ...row, stats: byId.get(row.id) }))
    },
    // Until what is due is sent.
    refetchInterval: ({ state }) => (state.data?.some((row) => isAboutToBeSent(row)) ? 5_000 : false),
  })
}

/** How many people are written to, and who is, as of now; the same code as the sending (D46). */
export function useAnnouncementDryRun(target: Target) {
  return useQuery({
    queryKey: [...keys.all, 'dry-run', target],
    queryFn: async ({ signal }) => {
      const [counts, people] = await Promise.all([
        readOne(supabase.rpc('announcement_dry_run', callOf(target)), signal),
        read(supabase.rpc('announcement_recipients', callOf(target)), signal),
      ])
      return { counts, people }
    },
    staleTime: 'static',
    gcTime: 0,
  })
}

type Sending = AnnouncementInput & {
  id: string
  expected: number | null
  at: string | null
  isTest?: boolean
}

/** Sends in a minute, or at a time; a test to the author alone. The id makes retries safe. */
export function useSendAnnouncement() {
  return useMutation({
    mutationFn: async ({ id, expected, at, isTest, ...input }: Sending) => {
      const target = callOf(input)
      const { data } = await supabase
        .rpc('send_announcement', {
          ...target,
          ...(isTest && { p_audience: 'test', p_benefit_id: null as never, p_by_email: true }),
          ...{ p_id: id, p_title: input.title, p_body: input.body },
          p_expected: expected as number,
          ...(at !== null && { p_send_at: at }),
        })
        .throwOnError()
      return data
    },
    meta: { failed: 'form' },
  })
}

export function useCallBackAnnouncement() {
  return useMutation({
    mutationFn: (id: string) => send(supabase.rpc('call_back_announcement', { p_id: id })),
    meta: { failed: announcementProblem },
  })
}

const messages: ErrorMessages = {
  not_admin: 'You are no longer an admin.',
  numbers_differ:
    'Something changed while this was open, so nothing was sent. The numbers are new: look at them again.',
  already_sent: 'It is too late: it has been sent, or called back.',
  invalid_change: 'Choose a time in the next year.',
  rate_limited: 'You have sent 20 tests in an hour. Try again later.',
}

export function announcementProblem(error: unknown): string {
  return (
    explainError(error, messages) ?? errorMessage(error, 'The announcement was not sent. Please try again.')
  )
}
