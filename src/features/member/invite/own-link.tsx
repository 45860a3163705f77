import { TextField } from '@/components/form/text-field'
import { CopyButton } from '@/components/ui/copy-button'
import { formatCount, formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'

type Props = { code: string; left: number; until: string }

export function OwnLink({ code, left, until }: Props) {
  const link = `${window.location.origin}${paths.auth({ invite: code })}`
  return (
    <div className="mb-6 flex flex-wrap items-start gap-x-3 gap-y-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <TextField
          label="Your link"
          readOnly
          value={link}
          hint={`Works for ${formatCount(left, 'more person', 'more people')}, until ${formatDate(until)}. ${left === 1 ? 'An invitation by email ends it: it would be your last one.' : 'Each invitation by email takes one of them.'}`}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <CopyButton
        variant="primary"
        className="mt-[26px] max-md:mt-0 max-md:w-full"
        text={link}
        refused="The link could not be copied. Select it instead."
      >
        Copy link
      </CopyButton>
    </div>
  )
}
