import { detectLanguage } from '#shared/language.ts'

type PropertiesProps = { properties: Record<string, string> }

/** The translated names and values of the properties. */
export function Properties({ properties }: PropertiesProps) {
  return (
    <dl className="properties">
      {Object.entries(properties).map(([name, value]) => (
        <div key={name}>
          <dt lang={detectLanguage(name)}>{name}</dt>
          <dd lang={detectLanguage(value)}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
