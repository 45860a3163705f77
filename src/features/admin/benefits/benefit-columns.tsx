import clsx from 'clsx'
import { Package, Pencil, Settings2, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { BenefitImage } from '@/components/domain/benefit-card'
import { TokenAmount } from '@/components/domain/token-amount'
import { Switch } from '@/components/form/checkbox'
import { EntryCell } from '@/components/table/cells'
import type { Column } from '@/components/table/data-table'
import { sortable } from '@/components/table/sortable'
import { IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import type { AdminBenefit, AdminBenefitSort, useBenefitStats } from '@/entities/benefits/admin-list'
import { useChangeBenefit } from '@/entities/benefits/admin-mutations'
import { useCategories } from '@/entities/benefits/categories'
import { benefitErrorMessage, benefitUpdated } from '@/entities/benefits/messages'
import { methodNames } from '@/entities/deliveries/delivery'
import { adminPaths } from '@/lib/admin-paths'
import { formatDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'

type Props = {
  stats: ReturnType<typeof useBenefitStats>
  sort: AdminBenefitSort
  onSort: (sort: AdminBenefitSort) => void
  onEdit: (benefit: AdminBenefit) => void
  onDelete: (benefit: AdminBenefit) => void
}

function nameColumn(categoryOf: (benefit: AdminBenefit) => string | undefined): Column<AdminBenefit> {
  return {
    id: 'name',
    header: 'Name',
    card: 'main',
    width: 280,
    cell: (benefit) => (
      <EntryCell
        image={<BenefitImage src={benefit.image_url} size="thumb" />}
        title={
          <Link
            to={adminPaths.benefitOf(benefit.id)}
            data-opens-row
            className="hit-area rounded-sm underline-offset-[3px] hover:underline"
          >
            {benefit.name}
          </Link>
        }
        sub={
          <span className="line-clamp-1">
            <bdi>{categoryOf(benefit)}</bdi>
          </span>
        }
      />
    ),
  }
}

const facts: Column<AdminBenefit>[] = [
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
    id: 'token_value',
    header: 'Token Value',
    align: 'end',
    ruled: true,
    card: 'side',
    nowrap: true,
    cell: ({ token_value }) => (
      <span>
        <TokenAmount value={token_value} bare /> {token_value === 1 ? 'token' : 'tokens'}
      </span>
    ),
  },
]

const status: Column<AdminBenefit> = {
  id: 'status',
  header: 'Status',
  ruled: true,
  width: 140,
  cell: (benefit) => <StatusSwitch benefit={benefit} />,
}

const heads = { orders: 'Orders', tokens: 'Tokens spent' }

function statColumn(of: keyof typeof heads, { data, isPending }: Props['stats']): Column<AdminBenefit> {
  return {
    id: of,
    header: heads[of],
    align: 'end',
    ruled: true,
    cell: ({ id }) => {
      const counts = data?.get(id)
      if (counts) return formatNumber(counts[of])
      return isPending ? <Skeleton className="ml-auto h-[11px] w-9" /> : '–'
    },
  }
}

/** How it is delivered, how many are left, and when it opens or closes. */
function delivery({ data }: Props['stats']): Column<AdminBenefit> {
  return {
    id: 'delivery',
    header: 'Delivery',
    nowrap: true,
    cell: (benefit) => {
      const left = benefit.delivery_method === 'key' ? data?.get(benefit.id)?.keys_left : benefit.stock
      const notes = [leftText(left), scheduleText(benefit)].filter(Boolean)
      return (
        <span>
          {methodNames[benefit.delivery_method]}
          <span className={clsx('block text-xs', left === 0 ? 'text-warning' : 'text-ink-muted')}>
            {notes.join(', ')}
          </span>
        </span>
      )
    },
  }
}

/** Null is no limit; undefined is not known yet. */
function leftText(left: number | null | undefined): string {
  if (left === undefined) return ''
  if (left === null) return 'no limit'
  return left === 0 ? 'none left' : `${formatNumber(left)} left`
}

function scheduleText({ opens_at, closes_at }: AdminBenefit): string {
  const now = Date.now()
  if (closes_at && Date.parse(closes_at) <= now) return `closed ${formatDate(closes_at)}`
  if (opens_at && Date.parse(opens_at) > now) return `opens ${formatDate(opens_at)}`
  return closes_at ? `closes ${formatDate(closes_at)}` : ''
}

/** The newest first; by column, whether the first click sorts ascending. */
const keys = { name: true, token_value: true, created_at: false }

export function useBenefitColumns({ stats, sort, onSort, onEdit, onDelete }: Props) {
  const navigate = useNavigate()
  const { data: categories } = useCategories()
  const categoryOf = ({ category_id }: AdminBenefit) =>
    category_id === null
      ? 'No category'
      : (categories?.find(({ id }) => id === category_id)?.name ?? '\u00a0')
  const actions: Column<AdminBenefit> = {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: (benefit) => (
      <>
        <IconButton aria-label={`Edit ${benefit.name}`} icon={<Pencil />} onClick={() => onEdit(benefit)} />
        <Menu
          label={`More for ${benefit.name}`}
          items={[
            {
              label: 'Delivery and more',
              hint: 'Everything on one page',
              icon: <Settings2 />,
              onSelect: () => navigate(adminPaths.benefitOf(benefit.id)),
            },
            {
              label: 'Orders',
              icon: <Package />,
              onSelect: () => navigate(`${paths.adminOrders}?benefit=${benefit.id}`),
            },
            { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => onDelete(benefit) },
          ]}
        />
      </>
    ),
  }
  const sorted = sortable([nameColumn(categoryOf), ...facts], { keys, sort, onSort })
  return [
    ...sorted,
    status,
    // Additions stand behind the specified columns (D69).
    statColumn('orders', stats),
    statColumn('tokens', stats),
    delivery(stats),
    actions,
  ]
}

function StatusSwitch({ benefit }: { benefit: AdminBenefit }) {
  const change = useChangeBenefit()
  const active = change.isPending ? !benefit.is_active : benefit.is_active
  const word = active ? 'Active' : 'Inactive'
  const problem = change.isError ? benefitErrorMessage(change.error) : undefined

  function toggleActive() {
    if (change.isPending) return
    change.mutate(
      { opened: benefit, changes: { is_active: !benefit.is_active } },
      { onSuccess: () => toastSuccess('Success', benefitUpdated) },
    )
  }

  return (
    <span className="grid max-md:-mt-3 max-md:-mb-2">
      <Switch
        label={word}
        aria-label={`${word}: ${benefit.name}`}
        checked={active}
        aria-busy={change.isPending || undefined}
        onChange={toggleActive}
      />
      {problem ? (
        <span role="alert" className="text-xs font-medium text-danger">
          {problem}
        </span>
      ) : null}
    </span>
  )
}
