// What the portal supports of SCIM, as the documents in which a directory looks it up (RFC 7643 §5 to §7).
import { GROUP_SCHEMA } from './groups.ts'
import { USER_SCHEMA } from './users.ts'

export const MAX_RESULTS = 200

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:'

const authentication = {
  type: 'oauthbearertoken',
  name: 'Bearer',
  description: 'SCIM_TOKEN',
  specUri: 'https://www.rfc-editor.org/info/rfc6750',
  primary: true,
}

const serviceProviderConfig = {
  schemas: [`${SCHEMA}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [authentication],
}

const resourceType = (name: string, schema: string) => ({
  schemas: [`${SCHEMA}ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  description: name,
  schema,
})

interface Attribute {
  readonly name: string
  readonly type?: 'string' | 'boolean' | 'complex'
  readonly multiValued?: true
  readonly required?: true
  readonly caseExact?: true
  readonly mutability?: 'readOnly' | 'readWrite'
  readonly uniqueness?: 'server'
  readonly subAttributes?: readonly Attribute[]
}

const toAttribute = ({ subAttributes, ...attribute }: Attribute): object => ({
  type: 'string',
  multiValued: false,
  description: attribute.name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...attribute,
  ...(subAttributes && { subAttributes: subAttributes.map(toAttribute) }),
})

const schema = (id: string, name: string, attributes: readonly Attribute[]) => ({
  schemas: [`${SCHEMA}Schema`],
  id,
  name,
  description: name,
  attributes: attributes.map(toAttribute),
})

const schemas = [
  schema(USER_SCHEMA, 'User', [
    { name: 'userName', required: true, uniqueness: 'server' },
    { name: 'externalId', caseExact: true, uniqueness: 'server' },
    {
      name: 'name',
      type: 'complex',
      subAttributes: [{ name: 'givenName' }, { name: 'familyName' }, { name: 'formatted', mutability: 'readOnly' }],
    },
    { name: 'displayName', mutability: 'readOnly' },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      required: true,
      subAttributes: [{ name: 'value', required: true }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
    },
    { name: 'active', type: 'boolean' },
    {
      name: 'groups',
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [
        { name: 'value', mutability: 'readOnly' },
        { name: 'display', mutability: 'readOnly' },
      ],
    },
  ]),
  schema(GROUP_SCHEMA, 'Group', [
    { name: 'displayName', required: true, mutability: 'readOnly', uniqueness: 'server' },
    {
      name: 'members',
      type: 'complex',
      multiValued: true,
      subAttributes: [{ name: 'value' }, { name: 'display', mutability: 'readOnly' }],
    },
  ]),
]

/** Each document, or the list of documents, by its name in the address. */
export const discovery = {
  ServiceProviderConfig: serviceProviderConfig,
  ResourceTypes: [resourceType('User', USER_SCHEMA), resourceType('Group', GROUP_SCHEMA)],
  Schemas: schemas,
} as const
