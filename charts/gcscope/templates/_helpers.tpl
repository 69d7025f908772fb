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
  resources: [namespaces]
  verbs: [get]
{{- end }}
{{- end }}
