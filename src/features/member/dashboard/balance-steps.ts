export type BalancePoint = { created_at: string; balance_after: number }

type BalanceSteps = {
  line: string
  area: string
  /** Grid lines: tokens, and per cent from the bottom. */
  scale: { value: number; height: number }[]
  /** The end of the line, in per cent from the top. */
  end: number
  first: BalancePoint
  highest: BalancePoint
}

const steps = [1, 2, 2.5, 5, 10]

/** The interval of three grid lines that cover `highest`: 150 -> 50, 1,200 -> 500. */
export function scaleStep(highest: number): number {
  const least = Math.max(highest, 3) / 3
  const power = 10 ** Math.floor(Math.log10(least))
  const step =
    steps.find((candidate) => candidate * power >= least && Number.isInteger(candidate * power)) ?? 10
  return step * power
}

const round = (value: number) => Math.round(value * 100) / 100

export function balanceSteps(points: readonly BalancePoint[], now: Date): BalanceSteps | undefined {
  const first = points[0]
  if (!first) return undefined
  const begin = new Date(first.created_at).getTime()
  const span = Math.max(now.getTime() - begin, 1)
  const highest = points.reduce(
    (top, point) => (point.balance_after > top.balance_after ? point : top),
    first,
  )
  const step = scaleStep(highest.balance_after)
  const top = step * 3.2
  const x = (iso: string) =>
    round((Math.min(Math.max(new Date(iso).getTime() - begin, 0), span) / span) * 100)
  const y = (tokens: number) => round(100 - (tokens / top) * 100)
  const path = points.map((point) => `H${x(point.created_at)}V${y(point.balance_after)}`).join('')
  const line = `M0 100${path}H100`
  return {
    line,
    area: `${line}V100Z`,
    scale: [1, 2, 3].map((times) => ({ value: times * step, height: round((times * step * 100) / top) })),
    end: y(points.at(-1)?.balance_after ?? 0),
    first,
    highest,
  }
}

/** The first of a month, in per cent of the time axis. */
type MonthTick = { date: Date; at: number }

/** Keeps clear of the labels at both ends. */
const visibleRange = { from: 36, to: 84 }
const monthSteps = [1, 2, 3, 6, 12, 24, 60]
const maxTicks = 3
/** Over more there are no ticks: even one in five years would be too many. */
const maxSpan = 100 * 366 * 86_400_000

export function monthTicks(begin: Date, now: Date): MonthTick[] {
  const span = now.getTime() - begin.getTime()
  if (span > maxSpan) return []
  const firsts: MonthTick[] = []
  for (
    let date = new Date(begin.getFullYear(), begin.getMonth() + 1, 1);
    date < now;
    date = new Date(date.getFullYear(), date.getMonth() + 1, 1)
  ) {
    const at = Math.round(((date.getTime() - begin.getTime()) / span) * 10_000) / 100
    if (at >= visibleRange.from && at <= visibleRange.to) firsts.push({ date, at })
  }
  const everyNth = (step: number) =>
    firsts.filter(({ date }) => (date.getFullYear() * 12 + date.getMonth()) % step === 0)
  return monthSteps.map(everyNth).find((ticks) => ticks.length <= maxTicks) ?? []
}
