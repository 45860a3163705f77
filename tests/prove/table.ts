import type { Tally } from './tally.ts'

export type Line = { part: string; tally: Tally; seconds: number }

/** Part, tried, held and seconds; below them failures, skipped parts and remaining rows. */
export function printTable(lines: Line[]): string {
  const below = lines.flatMap(({ part, tally: { failures, skipped, stays = [] } }) => [
    ...failures.map((text) => `FAIL ${part}: ${text}`),
    ...skipped.map((text) => `skip ${part}: ${text}`),
    ...stays.map((text) => `note ${part}: ${text}`),
  ])
  return [...lines.map(row), ...below, ''].join('\n')
}

function row({ part, tally, seconds }: Line): string {
  const { words, shows, tried, held, failures } = tally
  const second = shows === 'failures' ? failures.length : held
  const figures = `${words[0]} ${tried.toLocaleString('en')} / ${words[1]} ${second.toLocaleString('en')}`
  const sign = failures.length > 0 ? 'FAIL' : tried === 0 ? 'skip' : 'ok  '
  const shown = tried === 0 ? '' : figures
  return `${sign} ${part.padEnd(26)} ${shown.padEnd(56)} ${seconds.toFixed(0).padStart(4)} s`
}
