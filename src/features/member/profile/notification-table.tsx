import { Checkbox } from '@/components/form/checkbox'
import type { Channel, NotificationGroup } from '@/entities/notifications/preferences'

const channels: { id: Channel; head: string; spoken: string }[] = [
  { id: 'in_app', head: 'In app', spoken: 'in app' },
  { id: 'by_email', head: 'By email', spoken: 'by email' },
]

type Props = {
  groups: readonly NotificationGroup[]
  isChosen: (group: NotificationGroup, channel: Channel) => boolean
  onChoose: (id: string, channel: Channel, value: boolean) => void
}

/** A table on phones too. */
export function NotificationTable({ groups, isChosen, onChoose }: Props) {
  return (
    <table className="w-full border-separate border-spacing-0">
      <thead className="text-xs/4 text-ink-muted [&_th]:border-t [&_th]:border-b [&_th]:border-t-ink [&_th]:border-b-line-strong">
        <tr>
          <th scope="col" className="pt-2.5 pb-[9px] pl-3 text-left font-medium max-md:pl-0">
            Tell me about
          </th>
          {channels.map(({ id, head }) => (
            <th key={id} scope="col" className="w-21 border-l border-l-line font-medium max-md:w-16">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.id}>
            <th
              scope="row"
              className="border-b border-line py-3.5 pr-4 pl-3 text-left font-normal max-md:py-2.5 max-md:pl-0"
            >
              <span className="block leading-5 font-semibold">{group.label}</span>
              <span className="mt-0.5 block text-xs/4 text-ink-muted">{group.hint}</span>
            </th>
            {channels.map(({ id, spoken }) => (
              <td key={id} className="border-b border-l border-line">
                <div className="grid place-items-center">
                  <Checkbox
                    label={`${group.label}: ${spoken}`}
                    checked={isChosen(group, id)}
                    disabled={group.locked && id === 'in_app'}
                    onChange={({ currentTarget }) => onChoose(group.id, id, currentTarget.checked)}
                  />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
