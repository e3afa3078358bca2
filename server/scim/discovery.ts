// The self-description of SCIM: ServiceProviderConfig, ResourceTypes and Schemas (RFC 7643, 5 to 7). The schemas name
// only the attributes that the portal has.
import { GROUP_SCHEMA, MAX_COUNT, USER_SCHEMA } from './resources.ts'

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0'

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${SCHEMAS}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer',
      description: 'The key of a machine user with the scope User.provision',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string) =>
  [
    { name: 'User', schema: USER_SCHEMA },
    { name: 'Group', schema: GROUP_SCHEMA },
  ].map(({ name, schema }) => ({
    schemas: [`${SCHEMAS}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

interface AttributeOptions {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference'
  readonly multiValued?: boolean
  readonly required?: boolean
  readonly mutability?: 'readOnly' | 'readWrite' | 'immutable'
  readonly uniqueness?: 'none' | 'server'
  readonly caseExact?: boolean
  readonly subAttributes?: readonly object[]
}

const attribute = (name: string, options: AttributeOptions = {}): object => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
})

const readOnly = { mutability: 'readOnly' } as const
const listOf = (subAttributes: readonly object[]) => ({ type: 'complex', multiValued: true, subAttributes }) as const

const userAttributes = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  attribute('name', {
    type: 'complex',
    subAttributes: [attribute('givenName'), attribute('familyName'), attribute('formatted', readOnly)],
  }),
  attribute('displayName', readOnly),
  attribute(
    'emails',
    listOf([
      attribute('value', { required: true, uniqueness: 'server' }),
      attribute('type'),
      attribute('primary', { type: 'boolean' }),
    ]),
  ),
  attribute('active', { type: 'boolean' }),
  attribute('groups', {
    ...listOf([
      attribute('value', readOnly),
      attribute('display', readOnly),
      attribute('type', readOnly),
      attribute('$ref', { type: 'reference', ...readOnly }),
    ]),
    ...readOnly,
  }),
]

const groupAttributes = [
  attribute('displayName', { required: true, ...readOnly }),
  attribute(
    'members',
    listOf([
      attribute('value', { mutability: 'immutable', caseExact: true }),
      attribute('display', readOnly),
      attribute('type', readOnly),
      attribute('$ref', { type: 'reference', mutability: 'immutable' }),
    ]),
  ),
]

export const schemas = (base: string) =>
  [
    { id: USER_SCHEMA, name: 'User', attributes: userAttributes },
    { id: GROUP_SCHEMA, name: 'Group', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [`${SCHEMAS}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
