type Props = { text: string; name: string | undefined }

/** A sentence with a name in it; letters that run from right to left in the name leave the rest of the sentence in order. */
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
