-- The namespaces of credentials a key can reach; null: all of them.
ALTER TABLE api_keys ADD COLUMN allowed_namespaces text[];
