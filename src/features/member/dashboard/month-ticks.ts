/** The first of a month, in per cent of the time axis. */
export type MonthTick = { date: Date; at: number }

/** Keeps clear of the labels at both ends. */
const visibleRange = { from: 26, to: 84 }
const steps = [1, 2, 3, 6, 12, 24, 60]
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
  return steps.map(everyNth).find((ticks) => ticks.length <= maxTicks) ?? []
}
