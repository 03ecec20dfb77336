import { languageOf } from '#shared/language.ts'

type PropertiesProps = { properties: Record<string, string> }

/** Property names and values, translated. */
export function Properties({ properties }: PropertiesProps) {
  return (
    <dl className="properties">
      {Object.entries(properties).map(([name, value]) => (
        <div key={name}>
          <dt lang={languageOf(name)}>{name}</dt>
          <dd lang={languageOf(value)}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
