import './Envelope.css'

/** An airmail envelope, stamped and postmarked: the visitor came from an email. */
export function Envelope() {
  return (
    <svg className="envelope" viewBox="0 0 520 320" aria-hidden="true">
      <defs>
        <clipPath id="envelope-shape">
          <rect width="520" height="320" rx="3" />
        </clipPath>
        <pattern id="envelope-border" width="48" height="14" patternUnits="userSpaceOnUse">
          <path className="envelope__red" d="M4 0h16l-10 14h-16zM52 0h16l-10 14h-16z" />
          <path className="envelope__green" d="M28 0h16l-10 14h-16z" />
        </pattern>
      </defs>
      <g clipPath="url(#envelope-shape)">
        <rect className="envelope__paper" width="520" height="320" />
        <rect width="520" height="14" fill="url(#envelope-border)" />
        <g transform="translate(0 306)">
          <rect width="520" height="14" fill="url(#envelope-border)" />
        </g>
        <path className="envelope__line" d="M14 14L236 172q24 17 48 0L506 14" />
      </g>
      <path className="envelope__line" d="M56 224h128M56 240h92M56 256h166" />
      <Stamp />
      <Postmark />
    </svg>
  )
}

/** A stamp with the site's logo. */
function Stamp() {
  return (
    <g transform="translate(410 36)">
      <path className="envelope__stamp" d="M0 0h74v88H0z" />
      <path className="envelope__teeth" d="M0 0h74v88H0z" />
      <g className="envelope__mark" transform="translate(17 22) scale(1.7)">
        <path d="M14 3H4.5L3 4.5v15L4.5 21h15l1.5-1.5V12" strokeWidth="2" />
        <path d="M3 8h2M3 11h3.2M3 14h2M3 17h3.2" strokeWidth="1.2" />
        <path className="envelope__check" d="M8.8 12.6l3.4 3.4L21 5" strokeWidth="2.6" />
      </g>
    </g>
  )
}

function Postmark() {
  return (
    <g transform="translate(378 122) rotate(-9)">
      <circle className="envelope__post" r="46" />
      <circle className="envelope__post" r="36" />
      <text className="envelope__cap" textAnchor="middle" y="-1">
        AIR
      </text>
      <text className="envelope__cap" textAnchor="middle" y="14">
        MAIL
      </text>
      <path
        className="envelope__post"
        d="M50-16q14-8 28 0t28 0 28 0M52-2q14-8 28 0t28 0 28 0M50 12q14-8 28 0t28 0 28 0"
      />
    </g>
  )
}
