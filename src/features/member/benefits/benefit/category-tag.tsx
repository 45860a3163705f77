import { Skeleton } from '@/components/ui/skeleton'
import { Tag } from '@/components/ui/tag'
import { useCategories } from '@/entities/benefits/categories'

export function CategoryTag({ id }: { id: string }) {
  const { data, isError } = useCategories()
  const name = data?.find((category) => category.id === id)?.name
  return (
    <div className="mb-2.5 h-[22px]">
      {name ? (
        <Tag>
          <bdi className="truncate">{name}</bdi>
        </Tag>
      ) : data || isError ? null : (
        <Skeleton className="h-[22px] w-20" />
      )}
    </div>
  )
}
