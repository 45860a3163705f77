type Props = { text: string; name: string | undefined }

/** Isolates the name: right-to-left letters must not reorder the sentence. */
export function WithName({ text, name }: Props) {
  const at = name ? text.indexOf(name) : -1
  if (!name || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <bdi>{name}</bdi>
      {text.slice(at + name.length)}
    </>
  )
}
