import clsx from 'clsx'
import { memo } from 'react'

/** In longer histories, a mark stands for several entries. */
const maxMarks = 400
const groupSize = 10

const looks = {
  checked: 'bg-accent',
  waiting: 'bg-line-strong',
  broken: '!h-[26px] -mt-1 bg-danger',
  unsure: 'shadow-[inset_0_0_0_1px_var(--line-control)]',
}
type Look = keyof typeof looks

type Props = {
  total: number
  checked: number
  /** The index of the first invalid entry. */
  broken?: number
}

export function Tally({ total, checked, broken }: Props) {
  const each = Math.max(Math.ceil(total / maxMarks), 1)
  const marks = Math.ceil(total / each)
  const done = checked >= total ? marks : Math.floor(checked / each)
  const lookOf = (mark: number): Look => {
    if (broken !== undefined && mark === Math.ceil(broken / each)) return 'broken'
    if (mark <= done) return 'checked'
    return broken === undefined ? 'waiting' : 'unsure'
  }
  const groups = Array.from({ length: Math.ceil(marks / groupSize) }, (_, index) => index * groupSize + 1)
  return (
    <>
      <div
        aria-hidden="true"
        className="my-4 flex flex-wrap gap-x-2.5 gap-y-2 max-md:grid max-md:grid-cols-[repeat(auto-fill,minmax(62px,1fr))]"
      >
        {groups.map((first) => {
          const size = Math.min(groupSize, marks - first + 1)
          const states = Array.from({ length: size }, (_, index) => lookOf(first + index))
          return <Group key={first} states={states.join(' ')} />
        })}
      </div>
      {each > 1 ? (
        <p className="-mt-2 mb-3 text-xs text-ink-muted">Each mark stands for {each} transactions.</p>
      ) : null}
    </>
  )
}

/** Memoized: few of the groups change at a time. */
const Group = memo(function Group({ states }: { states: string }) {
  const marks = states.split(' ').map((look, index) => ({ id: index, look: look as Look }))
  return (
    <span className="flex gap-[3px]">
      {marks.map(({ id, look }) => (
        <i key={id} data-mark={look} className={clsx('h-[18px] w-1 rounded-[1px]', looks[look])} />
      ))}
    </span>
  )
})
