import { Pencil, Trash2 } from 'lucide-react'
import { BenefitImage } from '@/components/benefit-image'
import { DataTable } from '@/components/data-table'
import { EntryCell } from '@/components/entry-cell'
import type { Column } from '@/components/table-column'
import { TokenAmount } from '@/components/token-amount'
import { IconButton } from '@/components/ui/icon-button'
import type { AdminBenefit } from '@/entities/admin-benefits'
import { StatusSwitch } from './status-switch'

type Props = {
  rows: readonly AdminBenefit[]
  onEdit: (benefit: AdminBenefit) => void
  onDelete: (benefit: AdminBenefit) => void
}

const columns: Column<AdminBenefit>[] = [
  {
    id: 'name',
    header: 'Name',
    card: 'main',
    width: 280,
    cell: ({ name, image_url }) => (
      <EntryCell image={<BenefitImage src={image_url} size="thumb" />} title={name} />
    ),
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => (
      <span title={description} className="line-clamp-2 text-left text-ink-2">
        {description}
      </span>
    ),
  },
  {
    id: 'value',
    header: 'Token Value',
    align: 'end',
    ruled: true,
    card: 'side',
    nowrap: true,
    cell: ({ token_value }) => (
      <span>
        <TokenAmount value={token_value} bare /> tokens
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    ruled: true,
    width: 140,
    cell: (benefit) => <StatusSwitch benefit={benefit} />,
  },
]

/** The price list as admins see it, the inactive ones too. */
export function BenefitTable({ rows, onEdit, onDelete }: Props) {
  const actions: Column<AdminBenefit> = {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: (benefit) => (
      <>
        <IconButton aria-label={`Edit ${benefit.name}`} icon={<Pencil />} onClick={() => onEdit(benefit)} />
        <IconButton
          aria-label={`Delete ${benefit.name}`}
          variant="danger-quiet"
          icon={<Trash2 />}
          onClick={() => onDelete(benefit)}
        />
      </>
    ),
  }
  return <DataTable caption="Benefits" columns={[...columns, actions]} rows={rows} rowKey={({ id }) => id} />
}
