import type { Change } from './changes'

export function ChangesTable({ changes }: { changes: Change[] }) {
  return (
    <table className="mt-2 mb-1 w-full max-w-[720px] table-fixed text-left max-md:col-span-full md:col-start-2">
      <caption className="sr-only">Before and after</caption>
      <thead>
        <tr className="border-b border-line-strong text-xs text-ink-muted [&>th]:py-1.5 [&>th]:pr-3 [&>th]:font-medium">
          <th scope="col" className="w-[28%] max-md:w-[96px]">
            Field
          </th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ column, label, before, after }) => (
          <tr
            key={column}
            className="border-b border-line align-top last:border-b-0 [&>*]:py-2 [&>*]:pr-3 [&>*]:[overflow-wrap:anywhere]"
          >
            <th scope="row" className="font-normal text-ink-muted">
              {label}
            </th>
            <td>
              <bdi>{before ?? '–'}</bdi>
            </td>
            <td>
              <bdi>{after ?? '–'}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
