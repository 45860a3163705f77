import { type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query'
import { isDay } from '@/lib/local-time'

/** One step of a chart, or, in the plural, all of them. */
export type NumberStep = 'day' | 'week' | 'month' | 'days' | 'weeks' | 'months'

/** A number on a page (D48); `from` is the first day of a step. */
export type NumberRef = { number: string; part?: string; step?: NumberStep; from?: string; account?: string }

const steps: readonly string[] = ['day', 'week', 'month', 'days', 'weeks', 'months']
const isStep = (text: string): text is NumberStep => steps.includes(text)

/** For the URL: 'orders.pending', 'issued..week.2026-11-16'. */
export function formatNumberRef({ number, part, step, from, account }: NumberRef): string {
  return [number, part, step, from, account].join('.').replace(/\.+$/, '')
}

export function parseNumberRef(text: string | null): NumberRef | undefined {
  const [number, part, step, from, account] = (text ?? '').split('.')
  if (!number || (step && !isStep(step)) || (from && !isDay(from))) return undefined
  return {
    number,
    part: part || undefined,
    step: step && isStep(step) ? step : undefined,
    from: from || undefined,
    account: account || undefined,
  }
}

/** The first day after a step. */
function stepEnd(from: string, step: NumberStep): string {
  const day = new Date(`${from}T00:00Z`)
  if (step === 'month') day.setUTCMonth(day.getUTCMonth() + 1)
  else day.setUTCDate(day.getUTCDate() + (step === 'week' ? 7 : 1))
  return day.toISOString().slice(0, 10)
}

/** Days of the rows that count; a balance counts everything before the end of its step. */
export function boundsOf({ number, step, from }: NumberRef): { from?: string; to?: string } {
  if (!from || !step) return {}
  const isOneStep = !step.endsWith('s')
  return {
    from: number === 'outstanding' ? undefined : from,
    to: isOneStep ? stepEnd(from, step) : undefined,
  }
}

/** How a page reads a number, so that its drawer reads the same response. */
export type NumberSource = {
  queryKey: QueryKey
  queryFn: QueryFunction<unknown>
  select: (data: unknown) => number | undefined
}

export function numberSource<Data>(
  { queryKey, queryFn }: { queryKey: QueryKey; queryFn?: QueryFunction<Data, never> | symbol },
  pick: (data: Data) => number | undefined,
): NumberSource {
  return {
    queryKey,
    queryFn: queryFn as QueryFunction<unknown>,
    select: (data) => pick(data as Data),
  }
}

export function useNumber(source: NumberSource) {
  return useQuery(source)
}
