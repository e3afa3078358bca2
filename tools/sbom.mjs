// `npm run sbom`: prints the bill of materials of a release as CycloneDX 1.6, from the lock file and the builds. (npm's own
// document lists what is installed, and cannot tell which development packages are part of the portal.)
import { readFileSync } from 'node:fs'
import { releasedPackages } from './licences.mjs'

const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The address of a package as a package URL: 'pkg:npm/%40fastify/static@9.3.0'. */
const toPurl = (packageName, packageVersion) => `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`

const components = releasedPackages().map((each) => ({
  type: 'library',
  'bom-ref': `${toPurl(each.name, each.version)}#${each.path}`,
  name: each.name,
  version: each.version,
  purl: toPurl(each.name, each.version),
  hashes: [{ alg: 'SHA-512', content: Buffer.from(each.integrity.slice('sha512-'.length), 'base64').toString('hex') }],
  ...(each.licence !== 'none named' && { licenses: [{ expression: each.licence }] }),
}))
console.log(
  JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', name, version, purl: toPurl(name, version) } },
      components,
    },
    null,
    2,
  ),
)
