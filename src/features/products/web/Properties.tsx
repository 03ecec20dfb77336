type PropertiesProps = { properties: Record<string, string> }

/** Property names and values, translated. */
export function Properties({ properties }: PropertiesProps) {
  return (
    <dl className="properties">
      {Object.entries(properties).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
