import clsx from 'clsx'

/** On desktop; on phones every dialog is a bottom sheet. */
export type DialogWidth = {
  wide?: boolean
  side?: boolean
}

/** Leaves room above a sheet for a toast. */
export function scrimStyle({ side }: DialogWidth): string {
  return clsx(
    'fixed inset-0 z-60 grid animate-[fade-in_160ms] place-items-center overflow-auto bg-scrim p-6 max-md:items-end max-md:p-0 max-md:pt-26',
    side && 'md:justify-items-end md:p-0 md:pl-12',
  )
}

export function boxStyle({ wide, side }: DialogWidth): string {
  return clsx(
    'relative w-full rounded bg-surface-raised shadow-float outline-none max-md:max-h-[calc(100dvh-6.5rem)] max-md:overflow-auto max-md:rounded-b-none',
    'animate-[rise-in_180ms_cubic-bezier(.2,.7,.2,1)] max-md:animate-[sheet-in_180ms_cubic-bezier(.2,.7,.2,1)]',
    side
      ? 'flex flex-col md:h-dvh md:max-w-[880px] md:overflow-auto md:rounded-r-none'
      : wide
        ? 'md:max-w-[640px]'
        : 'md:max-w-[520px]',
  )
}

export const dialogParts = {
  head: 'pt-6 pr-16 pl-7 max-md:pt-5 max-md:pl-5',
  title: 'text-lg font-semibold tracking-[-.012em] [overflow-wrap:anywhere]',
  body: 'grid flex-1 content-start gap-5 px-7 pt-5 pb-6 max-md:px-5 max-md:pt-4 max-md:pb-5',
  close: 'absolute top-[18px] right-4 max-md:top-3 max-md:right-2',
}
