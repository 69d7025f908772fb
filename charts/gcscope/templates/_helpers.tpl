{{- define "gcscope.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{- define "gcscope.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "gcscope.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "gcscope.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- define "gcscope.selector" -}}
app.kubernetes.io/name: {{ include "gcscope.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gcscope.labels" -}}
{{ include "gcscope.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "gcscope.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "gcscope.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- required "serviceAccount.name is needed where serviceAccount.create is false" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{- define "gcscope.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end }}

{{- define "gcscope.signInArgs" -}}
{{- with .Values.signIn }}
{{- if ne .mode "none" -}}
- --host=0.0.0.0
- --sign-in={{ .mode }}
- --public-url={{ .publicUrl }}
{{- if .tlsSecret }}
- --tls-cert=/etc/gcscope/tls/tls.crt
- --tls-key=/etc/gcscope/tls/tls.key
{{- end }}
{{- range .trustedProxies }}
- --trusted-proxy={{ . }}
{{- end }}
{{- if and (eq .mode "proxy") .proxySecret }}
- --proxy-secret-file=/etc/gcscope/proxy/secret
{{- end }}
{{- if eq .mode "oidc" }}
- --oidc-issuer={{ .oidc.issuer }}
- --oidc-client-id={{ .oidc.clientId }}
{{- if .oidc.clientSecret }}
- --oidc-client-secret-file=/etc/gcscope/oidc/secret
{{- end }}
{{- range $flag, $value := dict "username-claim" .oidc.usernameClaim "username-prefix" .oidc.usernamePrefix "groups-claim" .oidc.groupsClaim "groups-prefix" .oidc.groupsPrefix }}
{{- if $value }}
- {{ printf "--oidc-%s=%s" $flag $value | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The Secrets that sign-in needs, by the name of their volume. */}}
{{- define "gcscope.signInSecrets" -}}
{{- with .Values.signIn }}
{{- if ne .mode "none" }}
{{- with .tlsSecret }}
tls: {{ . }}
{{- end }}
{{- if and (eq .mode "proxy") .proxySecret }}
proxy: {{ .proxySecret }}
{{- end }}
{{- if and (eq .mode "oidc") .oidc.clientSecret }}
oidc: {{ .oidc.clientSecret }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* What may be read: list and watch on kinds that are named one by one, "get" on single objects only where asked for. */}}
{{- define "gcscope.rules" -}}
{{- if .Values.rbac.allKinds }}
- apiGroups: ["*"]
  resources: ["*"]
  verbs: [list, watch]
{{- else }}
{{- toYaml (.Files.Get "files/cluster-role.yaml" | fromYaml).rules }}
{{- if .Values.rbac.secrets }}
- apiGroups: [""]
  resources: [secrets]
  verbs: [list, watch]
{{- end }}
{{- range .Values.rbac.customResources }}
- apiGroups: [{{ .apiGroup | quote }}]
  resources: {{ toYaml .resources | nindent 4 }}
  verbs: [list, watch]
{{- end }}
{{- end }}
{{- if .Values.rbac.details }}
- apiGroups: [""]
  resources: [namespaces, persistentvolumes]
  verbs: [get]
- apiGroups: [apiextensions.k8s.io]
  resources: [customresourcedefinitions]
  verbs: [get]
- apiGroups: [apiregistration.k8s.io]
  resources: [apiservices]
  verbs: [get]
{{- end }}
{{- end }}
