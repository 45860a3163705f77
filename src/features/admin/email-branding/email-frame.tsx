import type { ReactNode } from 'react'
import { brand } from '@/lib/brand'

export function EmailFrame({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded border border-line-strong bg-[#fff] text-[#1B1A17]">
      <p className="border-b border-[#E6E2D8] bg-[#F4F1E9] px-5 py-3 text-xs text-[#676156]">
        From: {brand.name}
      </p>
      <div className="px-5 py-6 md:px-10 md:pt-9 md:pb-8">
        {children}
        <div
          aria-hidden="true"
          className="mt-4 grid gap-3 [&>i]:block [&>i]:h-2 [&>i]:rounded-sm [&>i]:bg-[#ECE8DE]"
        >
          <i className="w-[64%]" />
          <i className="w-[92%]" />
          <i className="w-[86%]" />
          <i className="w-[40%]" />
        </div>
      </div>
    </div>
  )
}
