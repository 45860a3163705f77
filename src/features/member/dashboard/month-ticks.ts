/** A first of a month on the time axis, in per cent from its left. */
export type MonthTick = { date: Date; at: number }

/** Where the labels of both ends leave room. */
const room = { from: 26, to: 84 }
const steps = [1, 2, 3, 6, 12, 24, 60]
const most = 3

/** The firsts of months between two times that can carry a label: at most three, evenly apart, clear of both ends. */
export function monthTicks(begin: Date, now: Date): MonthTick[] {
  const span = now.getTime() - begin.getTime()
  const firsts: MonthTick[] = []
  for (
    let date = new Date(begin.getFullYear(), begin.getMonth() + 1, 1);
    date < now;
    date = new Date(date.getFullYear(), date.getMonth() + 1, 1)
  ) {
    const at = Math.round(((date.getTime() - begin.getTime()) / span) * 10_000) / 100
    if (at >= room.from && at <= room.to) firsts.push({ date, at })
  }
  const every = (step: number) =>
    firsts.filter(({ date }) => (date.getFullYear() * 12 + date.getMonth()) % step === 0)
  return steps.map(every).find((ticks) => ticks.length <= most) ?? []
}
