import { useEffect, useState } from 'react'
import { SearchField } from '@/components/ui/search-field'

type Props = { search: string; onSearch: (search: string) => void; className?: string }

/** The text search; it is applied a quarter of a second after the last key. */
export function SearchBox({ search, onSearch, className }: Props) {
  const [typed, setTyped] = useState<string>()

  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => {
      onSearch(typed)
      setTyped(undefined)
    }, 250)
    return () => clearTimeout(timer)
  }, [typed, onSearch])

  return (
    <div className={className}>
      <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
        Search
      </p>
      <SearchField
        label="Search orders by order number, customer, e-mail or benefit"
        placeholder="Order number, customer, e-mail or benefit"
        value={typed ?? search}
        onChange={setTyped}
      />
    </div>
  )
}
