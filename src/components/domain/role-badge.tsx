import { UserRound } from 'lucide-react'
import { Tag } from '@/components/ui/tag'
import { Mark } from './brand'

export function RoleBadge({ role }: { role: string }) {
  return role === 'admin' ? (
    <Tag tone="solid" icon={<Mark />}>
      Admin
    </Tag>
  ) : (
    <Tag icon={<UserRound aria-hidden="true" />}>User</Tag>
  )
}
